/** The manufacturing domain: work orders, by planned lines or for large orders. */
package io.keelson.ecperf.manufacturing;
