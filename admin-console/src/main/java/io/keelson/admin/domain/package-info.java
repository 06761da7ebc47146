/**
 * The directory of a domain as clients and the server's start see it: its files, its servers' states, the token of its
 * management interface. Nothing here needs a running server, and nothing here holds state of its own.
 */
@NullMarked
package io.keelson.admin.domain;

import org.jspecify.annotations.NullMarked;
