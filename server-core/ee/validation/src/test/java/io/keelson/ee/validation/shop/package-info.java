/** An application with constraints. */
package io.keelson.ee.validation.shop;
