/* The pages, in the order of the navigation. */
import { overview } from "./overview.js";
import { serversPage } from "./servers.js";
import { clustersPage } from "./clusters.js";
import { machinesPage } from "./machines.js";
import { channelsPage } from "./channels.js";
import { workPage } from "./work.js";
import { deploymentsPage } from "./deployments.js";
import { dataSourcesPage } from "./datasources.js";
import { sessionsPage } from "./sessions.js";
import { logsPage } from "./logs.js";
import { watchesPage } from "./watches.js";
import { securityPage } from "./security.js";
import { configurationPage } from "./configuration.js";
import { changesPage } from "./changes.js";
import { featurePages } from "./features.js";

const own = [
  overview, serversPage, clustersPage, machinesPage,
  deploymentsPage, sessionsPage, dataSourcesPage,
  workPage, channelsPage, watchesPage, logsPage,
  configurationPage, changesPage, securityPage,
];

/** All pages: those of administration itself, and those that rooms bring. */
export const pages = () => [...own, ...featurePages()];
