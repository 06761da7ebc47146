/**
 * The log: catalogue of messages, formats, handlers that never block a request.
 */
@NullMarked
package io.keelson.base.log;

import org.jspecify.annotations.NullMarked;
