/** Health of the server as load balancers hear it: {@link io.keelson.kernel.spi.health.ServerHealth}. */
@NullMarked
package io.keelson.kernel.spi.health;

import org.jspecify.annotations.NullMarked;
