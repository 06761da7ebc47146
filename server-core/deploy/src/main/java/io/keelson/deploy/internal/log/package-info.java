/**
 * The messages of the deployment room: 149000 to 149199.
 */
@NullMarked
package io.keelson.deploy.internal.log;

import org.jspecify.annotations.NullMarked;
