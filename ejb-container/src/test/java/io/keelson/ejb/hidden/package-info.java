/** A bean whose primary key only deployment knows. */
package io.keelson.ejb.hidden;
