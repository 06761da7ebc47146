/** An application with MicroProfile, in archives that the tests build. */
package io.keelson.ee.microprofile.shop;
