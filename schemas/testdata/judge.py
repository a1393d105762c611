"""Reads a release with readers that are not ours and prints what they saw.

    python judge.py RELEASE

Checks, for every Parquet file of release.json: size and SHA-256; the row digest
as RowDigest defines it, rebuilt from pyarrow's rows; the row count according to
pyarrow, DuckDB, polars and datasets.load_dataset (which is offline), and that
they agree on the values. Exits 1 at the first difference.
"""
import hashlib
import json
import os
import struct
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"

import datasets
import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq


def signature(t, nullable=False):
    mark = "?" if nullable else ""
    if pa.types.is_list(t):
        return "[" + signature(t.value_field.type, t.value_field.nullable) + "]" + mark
    if pa.types.is_struct(t):
        return "{" + ",".join(f.name + ":" + signature(f.type, f.nullable) for f in t) + "}" + mark
    return {"bool": "boolean"}.get(str(t), str(t)) + mark


def encode(t, v):
    if v is None:
        return b"n"
    if pa.types.is_list(t):
        return b"l" + struct.pack("<Q", len(v)) + b"".join(encode(t.value_type, x) for x in v)
    if pa.types.is_struct(t):
        return b"".join(encode(f.type, v[f.name]) for f in t)
    if pa.types.is_string(t):
        b = v.encode()
        return b"s" + struct.pack("<Q", len(b)) + b
    if pa.types.is_int64(t):
        return b"i" + struct.pack("<q", v)
    if pa.types.is_float64(t):
        return b"d" + struct.pack("<d", v)
    if pa.types.is_boolean(t):
        return b"t" if v else b"f"
    raise TypeError(t)


def row_digest(table):
    row = pa.struct(list(table.schema))
    h = hashlib.sha256()
    h.update(f"podium rows 1\n{signature(row)}\n".encode())
    for v in table.to_pylist():
        h.update(encode(row, v))
    return "sha256:" + h.hexdigest()


def same(name, got, want):
    if got != want:
        sys.exit(f"{name}: {str(got)[:500]}, expected {str(want)[:500]}")


def main(release):
    with open(os.path.join(release, "release.json")) as f:
        manifest = json.load(f)
    seen = []
    for entry in manifest["files"]:
        path = os.path.join(release, entry["path"])
        with open(path, "rb") as f:
            raw = f.read()
        same(path + ": bytes", len(raw), entry["bytes"])
        same(path + ": sha256", "sha256:" + hashlib.sha256(raw).hexdigest(), entry["sha256"])
        table = pq.read_table(path)
        rows = table.to_pylist()
        same(path + ": rows", len(rows), entry["rows"])
        same(path + ": row digest", row_digest(table), entry["row_digest"])
        con = duckdb.connect()
        con.execute("set preserve_insertion_order=true")
        cursor = con.execute("select * from read_parquet(?)", [path])
        names = [d[0] for d in cursor.description]
        same(path + ": duckdb", [dict(zip(names, r)) for r in cursor.fetchall()], rows)
        same(path + ": polars", polars.read_parquet(path).to_dicts(), rows)
        with tempfile.TemporaryDirectory() as cache:
            loaded = datasets.load_dataset(release, entry["config"], split=entry["split"], cache_dir=cache)
            same(path + ": datasets", loaded.to_list(), rows)
            if entry["config"] == "samples":
                default = datasets.load_dataset(release, split=entry["split"], cache_dir=cache)
                same(path + ": datasets, default config", default.to_list(), rows)
        meta = pq.ParquetFile(path).metadata
        group = meta.row_group(0)
        seen.append({
            "config": entry["config"], "split": entry["split"], "rows": len(rows),
            "created_by": meta.created_by,
            "compression": sorted({group.column(i).compression for i in range(group.num_columns)}),
            "sorted_by": [group.column(s.column_index).path_in_schema for s in group.sorting_columns],
            "page_index": all(group.column(i).has_column_index and group.column(i).has_offset_index for i in range(group.num_columns)),
        })
    print(json.dumps(seen, indent=1))


main(sys.argv[1])
