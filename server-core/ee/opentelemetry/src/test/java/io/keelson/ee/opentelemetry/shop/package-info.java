/** An application that is followed. */
package io.keelson.ee.opentelemetry.shop;
