# The bot in a container; docs/deploying.md says how to run it.

# This stage makes wheels of the bot and of everything in the lock file, each checked against its hash, and installs from
# those wheels alone. What only the sandbox and developers need stays behind in it.
FROM python:3.11-slim AS build
WORKDIR /build
COPY requirements.lock ./
RUN pip download --require-hashes --only-binary :all: --no-deps --dest /wheels --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY db db
COPY games games
COPY render render
RUN pip install --no-index --find-links /wheels --root-user-action ignore --upgrade setuptools \
    && pip wheel --no-index --no-deps --no-build-isolation --wheel-dir /wheels . \
    && python -m venv --without-pip /opt/longtable \
    && pip --python /opt/longtable/bin/python install --no-index --find-links /wheels 'longtable[postgres]'

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin longtable \
    && install --directory --owner longtable --group longtable --mode 0700 /data
COPY --from=build /opt/longtable /opt/longtable
ENV PATH=/opt/longtable/bin:$PATH \
    DATA_DIR=/data \
    METRICS_PORT=9100
USER longtable
WORKDIR /
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; c = http.client.HTTPConnection('127.0.0.1', int(os.environ['METRICS_PORT']), timeout=8); c.request('GET', '/health'); sys.exit(c.getresponse().status != 200)"]
ENTRYPOINT ["longtable"]
CMD ["run"]
