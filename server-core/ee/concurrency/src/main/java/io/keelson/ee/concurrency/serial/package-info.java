/** The serialised form of contextual proxies, which streams of applications have to find by its name. */
@NullMarked
package io.keelson.ee.concurrency.serial;

import org.jspecify.annotations.NullMarked;
