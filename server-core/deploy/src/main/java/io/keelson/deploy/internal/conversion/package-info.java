/**
 * Applications that were made for Java EE: recognised by what their classes refer to, converted when they are taken in, their
 * libraries kept converted by digest. Everything runs on the deploying thread; several applications may be converted at a
 * time. See docs/design/old-applications.md.
 */
@NullMarked
package io.keelson.deploy.internal.conversion;

import org.jspecify.annotations.NullMarked;
