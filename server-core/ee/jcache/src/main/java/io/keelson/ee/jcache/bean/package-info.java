/** Beans and interceptors of JCache for the CDI of applications, which see this package. Used by the container's threads. */
@NullMarked
package io.keelson.ee.jcache.bean;

import org.jspecify.annotations.NullMarked;
