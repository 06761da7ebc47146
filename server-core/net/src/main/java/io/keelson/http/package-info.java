/**
 * HTTP as the rooms above see it: an exchange with a request that has been checked and a response that is being
 * written. The protocol's version and the library under it do not show.
 */
@NullMarked
package io.keelson.http;

import org.jspecify.annotations.NullMarked;
