/** Tests of JCache. */
package io.keelson.ee.jcache;
