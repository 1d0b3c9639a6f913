"""Client of Countersign: human-checked evaluation of LLM output."""

from .agreement import Statistic, agreement
from .client import Batch, Countersign, Dataset, Project, Study
from .errors import CountersignError, Failed, RecordsUnfit, Refused, Unreachable
from .records import Draft, Pushed, Record, Response, Task

__all__ = [
    "Batch",
    "Countersign",
    "CountersignError",
    "Dataset",
    "Draft",
    "Failed",
    "Project",
    "Pushed",
    "Record",
    "RecordsUnfit",
    "Refused",
    "Response",
    "Statistic",
    "Study",
    "Task",
    "Unreachable",
    "agreement",
]
