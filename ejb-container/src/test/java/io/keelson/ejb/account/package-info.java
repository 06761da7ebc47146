/** An application with entity beans whose persistent fields are public fields of their classes. */
package io.keelson.ejb.account;
