# The everyday commands of this project; `make help` lists them.

SWIFT ?= swift
SOURCES = $(wildcard Sources Plugins $(wildcard Tests/*Tests) Tests/FSMTestSupport bench examples/Sources examples/Tests examples/Package.swift Package.swift)

.DEFAULT_GOAL := help
.PHONY: help build test proofs conformance conformance-peers picture-peers scale differential layers lint format goldens examples check release bench bench-peers

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)$$/  \1\t\2/' | expand -t 22

build: ## build everything, tests too
	$(SWIFT) build --build-tests

test: ## run all tests
	$(SWIFT) test

COUNT ?= 2000
SEED ?= 1
differential: ## compare interpreter and generated Swift on charts made by chance; keeps those that differ as fixtures (COUNT=2000 SEED=1)
	FSMC_DIFFERENTIAL=$(COUNT) FSMC_SEED=$(SEED) $(SWIFT) test --filter 'DifferentialTests.*manyCharts'

TRIALS ?= 60
proofs: ## compare proofs with exhaustive exploration on more small charts made by chance (TRIALS=60 of each kind)
	FSMC_TRIALS=$(TRIALS) $(SWIFT) test --filter VerdictTests.equalsExhaustiveSearch

conformance: ## run the public SCXML tests in the folder that FSMC_CONFORMANCE names, interpreted and compiled
	FSMC_CONFORMANCE_SWIFT=1 $(SWIFT) test --filter 'ConformanceTests|DifferentialTests.PublicCharts'

scale: ## take charts of 5000 states through every format
	FSMC_SCALE=5000 $(SWIFT) test --filter ScaleTests

PEER_CHARTS ?= 60
conformance-peers: ## run written SCXML in Qt's engine, where it is installed (apt-get install qt6-scxml-dev g++; PEER_CHARTS=60 SEED=1)
	@if pkg-config --exists Qt6Scxml 2>/dev/null; then \
	  mkdir -p .build/peers && \
	  $(CXX) -O1 -std=c++17 -fPIC Tests/Peers/qt-scxml.cpp -o .build/peers/qt-scxml $$(pkg-config --cflags --libs Qt6Scxml) && \
	  for events in Tests/Fixtures/scxml-out/*.events; do \
	    chart=$${events%.events}; \
	    QT_LOGGING_RULES='*=false' .build/peers/qt-scxml $$chart.scxml < $$events | diff - $$chart.states && echo "$$chart: the same in Qt" || exit 1; \
	  done; \
	  QT_LOGGING_RULES='*=false' FSMC_SCXML_ENGINE=$$PWD/.build/peers/qt-scxml FSMC_PEER_CHARTS=$(PEER_CHARTS) FSMC_SEED=$(SEED) \
	    $(SWIFT) test --filter 'DifferentialTests.SCXMLPeer'; \
	else echo "qt6-scxml not found, skipped: what it would have checked is NOT checked"; fi

picture-peers: ## have Mermaid and PlantUML draw all fixtures (MERMAID=path/to/mermaid.esm.min.mjs; chromium, python3, plantuml)
	@mkdir -p .build/peers/pictures && $(SWIFT) build --product fsmc && rm -f .build/peers/pictures/* && \
	for chart in $$(find Tests/Fixtures examples/Sources -name '*.fsm'); do \
	  name=.build/peers/pictures/$$(echo $$chart | tr / _); \
	  for to in mermaid plantuml; do .build/debug/fsmc graph --quiet --to $$to $$chart > $$name.$$to 2>/dev/null || true; done; \
	done; find .build/peers/pictures -size 0 -delete
	@if [ -n "$(MERMAID)" ]; then python3 Tests/Peers/mermaid.py "$(MERMAID)" .build/peers/pictures/*.mermaid; \
	else echo "MERMAID names no module of Mermaid, skipped: what it would have checked is NOT checked"; fi
	@if command -v plantuml >/dev/null; then cat .build/peers/pictures/*.plantuml | plantuml -charset UTF-8 -syntax | grep -n ERROR && exit 1 || echo "PlantUML reads them all"; \
	else echo "plantuml not found, skipped: what it would have checked is NOT checked"; fi

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

# Linked statically fsmc starts faster and runs where no Swift is installed; Apple's systems bring the libraries.
STATIC = $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
# Small functions of one module are compiled into others: a twentieth less work.
RELEASE = --configuration release $(STATIC) -Xswiftc -cross-module-optimization
release: ## build the fsmc that users install
	$(SWIFT) build $(RELEASE) --product fsmc
	@echo "built $$($(SWIFT) build --configuration release --show-bin-path)/fsmc"

bench: release ## measure generated machines and fsmc itself, side by side with the same written by hand (20 minutes; PARTS="steps fsmc output search")
	@mkdir -p .build/bench
	@swiftc -O -swift-version 6 bench/runner/*.swift -o .build/bench/bench
	@.build/bench/bench $$($(SWIFT) build --configuration release --show-bin-path)/fsmc .build/bench $(PARTS)

bench-peers: ## the same, and the peers that are installed (apt-get install ragel libboost-dev qt6-scxml-dev graphviz)
	@$(MAKE) bench PARTS="steps fsmc output search peers"
