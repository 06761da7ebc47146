/**
 * Virtual hosts: which of them a request is for, by its channel and the name that the client used. Immutable and safe on every
 * thread; made when the server starts.
 */
@NullMarked
package io.keelson.servlet.host;

import org.jspecify.annotations.NullMarked;
