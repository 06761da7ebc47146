/** API that applications compile against: small and stable. It shows nothing of the server but what an application is given. */
@NullMarked
package io.keelson.api;

import org.jspecify.annotations.NullMarked;
