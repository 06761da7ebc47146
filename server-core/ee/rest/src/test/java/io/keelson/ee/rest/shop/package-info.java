/** An application with resources. */
package io.keelson.ee.rest.shop;
