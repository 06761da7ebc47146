package io.keelson.ejb.hidden;

import jakarta.ejb.EJBLocalObject;

/** Its local interface. */
public interface Slip extends EJBLocalObject {
    String getText();

    void setText(String text);
}
