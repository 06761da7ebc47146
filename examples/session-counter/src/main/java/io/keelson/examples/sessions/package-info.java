/** A session that survives its server: it counts its requests, and says where it is. */
package io.keelson.examples.sessions;
