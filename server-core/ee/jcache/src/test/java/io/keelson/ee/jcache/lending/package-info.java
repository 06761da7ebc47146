/** An application whose methods are cached by annotations. */
package io.keelson.ee.jcache.lending;
