"""What is generated from the OpenAPI document.

Written by `npm run python-client` from the OpenAPI document. Do not edit.
"""
