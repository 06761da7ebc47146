/** The corporate domain, and what all domains need: settings, keys, locks of tables, the loader, and the audit of the data. */
package io.keelson.ecperf.corporate;
