/**
 * Entity beans of Enterprise Beans 2.x with container-managed persistence, and stores on them. The concurrency strategy is
 * Optimistic, by the column {@code version}; parts and bills of materials are ReadOnly.
 */
package io.keelson.ecperf.cmp;
