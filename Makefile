.PHONY: check format types imports test

check: format types imports test

format:
	ruff format --check .
	ruff check .

types:
	mypy
	MYPYPATH=tests mypy --explicit-package-bases tests benchmarks

imports:
	lint-imports

test:
	pytest -n 2 --dist worksteal -m 'not slow and not sound'
	pytest -m 'sound and not slow'
