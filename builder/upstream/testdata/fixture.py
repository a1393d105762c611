"""Writes the fixtures: rows of our own in the form upstream publishes.

    python fixture.py      (needs pyarrow; run in this folder)

rows.parquet has nullable columns in another order than upstream's and two row
groups; expected.json says what Python's literal_eval, str and json make of each
row's arguments. null.parquet has a null, types.parquet a wrong type and a column
too many.
"""
import ast
import json

import pyarrow as pa
import pyarrow.parquet as pq

LITERALS = [
    "{'dataset': 'digits', 'lr': '0', 'num-stacks': '5'}",
    "{'lr': 0.00005, 'eps': 1e16, 'n': 300000, 'thresh': -1.0, 'big': 12345678901234567890}",
    """{'flag': True, 'off': False, 'none': None, 'quote': "it's", 'both': 'it\\'s "x"'}""",
    "{'size': (256, 256), 'list': [1, 'a', 2.5], 'nested': {'k': [None]}, 'one': (1,)}",
    "{}",
    "{'日本': '語 😀', 'escape': '\\u00e9\\n\\t\\\\', 'raw': r'\\d', 'joined': 'a' 'b'}",
    "{ 'spaced' : 'x' ,\n 'empty' : '' , }",
]
COLUMNS = ["output", "id", "arguments", "github_id", "github", "type", "repo_id", "prefix_code", "oracle", "path", "instruction"]
INTS = {"id", "github_id", "repo_id"}

rows = [
    {
        "github_id": 1 + i % 2, "github": "https://github.com/example/" + ["toy", "net"][i % 2], "repo_id": i, "path": ["./", "", "./a/b"][i % 3],
        "arguments": literal, "instruction": f"Do it\r\n{i} times.", "oracle": "python train.py\n" * i,
        "type": ["Bash Script", "Python Code"][i % 2], "id": 100 - i, "prefix_code": "", "output": f"python train.py --n {i}",
    }
    for i, literal in enumerate(LITERALS)
]
schema = pa.schema([pa.field(c, pa.int64() if c in INTS else pa.string()) for c in COLUMNS])
pq.write_table(pa.Table.from_pylist(rows, schema), "rows.parquet", row_group_size=4)
with open("rows.jsonl", "w") as f:
    for row in rows:
        f.write(json.dumps(row) + "\n")
with open("expected.json", "w") as f:
    json.dump([json.dumps({k: str(v) for k, v in ast.literal_eval(s).items()}, ensure_ascii=False) for s in LITERALS], f, indent=1)
pq.write_table(pa.Table.from_pylist([rows[0], {**rows[1], "oracle": None}], schema), "null.parquet")
wrong = pa.schema([pa.field(c, pa.string()) for c in COLUMNS[:-1]] + [pa.field("extra", pa.int64())])
pq.write_table(pa.Table.from_pylist([{c: "x" for c in COLUMNS[:-1]} | {"extra": 1}], wrong), "types.parquet")
