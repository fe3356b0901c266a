# The everyday commands of this project; `make help` lists them.

SWIFT ?= swift
SOURCES = $(wildcard Sources Plugins $(wildcard Tests/*Tests) Tests/FSMTestSupport examples/Sources examples/Tests examples/Package.swift Package.swift)

.DEFAULT_GOAL := help
.PHONY: help build test conformance conformance-peers differential layers lint format goldens examples check release

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)$$/  \1\t\2/' | expand -t 22

build: ## build everything, tests too
	$(SWIFT) build --build-tests

test: ## run all tests
	$(SWIFT) test

COUNT ?= 2000
SEED ?= 1
differential: ## compare interpreter and generated Swift on charts made by chance (COUNT=2000 SEED=1)
	FSMC_DIFFERENTIAL=$(COUNT) FSMC_SEED=$(SEED) $(SWIFT) test --filter 'DifferentialTests.*manyCharts'

conformance: ## run the public SCXML tests in the folder that FSMC_CONFORMANCE names, interpreted and compiled
	FSMC_CONFORMANCE_SWIFT=1 $(SWIFT) test --filter 'ConformanceTests|DifferentialTests.PublicCharts'

conformance-peers: ## run written SCXML in Qt's engine, where it is installed (apt-get install qt6-scxml-dev g++)
	@if pkg-config --exists Qt6Scxml 2>/dev/null; then \
	  mkdir -p .build/peers && \
	  $(CXX) -std=c++17 -fPIC Tests/Peers/qt-scxml.cpp -o .build/peers/qt-scxml $$(pkg-config --cflags --libs Qt6Scxml) && \
	  for events in Tests/Fixtures/scxml-out/*.events; do \
	    chart=$${events%.events}; \
	    QT_LOGGING_RULES='*=false' .build/peers/qt-scxml $$chart.scxml < $$events | diff - $$chart.states && echo "$$chart: the same states in Qt" || exit 1; \
	  done; \
	else echo "qt6-scxml not found, skipped: what it would have checked is NOT checked"; fi

layers: ## prove that imports go one way, and that only the command line touches files
	$(SWIFT) build --scratch-path .build/layers --explicit-target-dependency-import-check error
	@! grep -rnE '^ *(@[a-z_()]+ +)?(public +|internal +|package +)?import +((struct|class|enum|func) +)?(Foundation|FoundationEssentials|Glibc|Musl|Darwin)\b' Sources \
	  --include='*.swift' | grep -v '^Sources/fsmc/' || { echo "only Sources/fsmc may import the system"; exit 1; }

lint: ## check the format of the Swift sources
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format: ## format the Swift sources in place
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

goldens: ## record the golden files anew; look at the difference before you commit it
	-FSMC_RECORD=1 $(SWIFT) test
	git status --short Tests/Fixtures

examples: ## build and test the examples, and check and test their charts
	$(SWIFT) test --package-path examples
	$(SWIFT) build --product fsmc
	@fsmc=$$($(SWIFT) build --show-bin-path)/fsmc; for chart in examples/Sources/*/*.fsm; do \
	  $$fsmc format --check --quiet $$chart && $$fsmc check --warnings-as-errors $$chart && $$fsmc test --quiet $$chart || exit 1; \
	done

check: lint layers test examples ## everything that must pass before a change is merged

release: ## build the fsmc that users install
	$(SWIFT) build --configuration release --product fsmc
	@echo "built $$($(SWIFT) build --configuration release --show-bin-path)/fsmc"
