/** Messages of resource adapters to message-driven beans. */
@NullMarked
package io.keelson.ee.connectors.inflow;

import org.jspecify.annotations.NullMarked;
