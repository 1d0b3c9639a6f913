// The health check of a container: exit code 0 while its web server can handle requests.
const address = `http://127.0.0.1:${process.env.PORT || 3000}/api/v1/health`;
const health = await fetch(address, { signal: AbortSignal.timeout(2_500) }).catch(() => undefined);
process.exit(health?.ok ? 0 : 1);
