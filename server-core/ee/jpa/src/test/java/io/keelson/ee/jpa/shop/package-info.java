/** The web application that the tests deploy. Its class files are copied into archives; the tests themselves do not use it. */
package io.keelson.ee.jpa.shop;
