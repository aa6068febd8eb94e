.PHONY: check format types imports test pictures

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

# The pictures of the README, of sessions that are played for them.
PICTURED = --channel errors --error-rate 0.12 --seed 7 --store build/pictures.db
pictures:
	mkdir -p build docs/images
	rm -f build/pictures.db*
	dashtalk run --suite first-drive --scenario base-quarter-window --lang en $(PICTURED)
	dashtalk screenshot 0 --store build/pictures.db --out docs/images/cockpit-en.svg --size 176x50 --ui-lang en --theme dark
	dashtalk run --suite journeys --scenario jr-nav-sea-by-noon --lang ko --agent oracle $(PICTURED)
	dashtalk screenshot 0 --store build/pictures.db --out docs/images/cockpit-ko.svg --size 176x50 --ui-lang ko --theme dark
