package io.keelson.ejb.roles;

import jakarta.ejb.EJBLocalObject;

/** A component interface. */
public interface Book extends EJBLocalObject {
    String title();

    String close(boolean fail) throws Kept;
}
