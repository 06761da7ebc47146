/** An application that uses JCache. */
package io.keelson.ee.jcache.shelf;
