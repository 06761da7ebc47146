/** Connections of resource adapters: pooled, shared within a transaction, and recovered. */
@NullMarked
package io.keelson.ee.connectors.outbound;

import org.jspecify.annotations.NullMarked;
