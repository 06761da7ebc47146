/** What applications compile against: small and stable. Nothing of the server is behind it but what an application is given. */
@NullMarked
package io.keelson.api;

import org.jspecify.annotations.NullMarked;
