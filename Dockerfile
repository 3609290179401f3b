# The portal with the embedded provider, its edge and its name server. The same image runs an edge alone (node src/edge/main.ts), the
# name server alone (node src/dns/main.ts) and the provider alone (node src/provider/main.ts).
FROM node:24-bookworm-slim AS build
WORKDIR /opt/nasim
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/nasim
RUN install -d -o node -g node -m 700 /var/lib/nasim
WORKDIR /opt/nasim
# Owned by root: the process can't change its own program.
COPY --from=build /opt/nasim ./
USER node
VOLUME /var/lib/nasim
EXPOSE 4321 8080 8443 9000 5300/tcp 5300/udp
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4321}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=512", "--min-semi-space-size=1", "--max-semi-space-size=4", "server.mjs"]
