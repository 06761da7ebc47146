package io.keelson.ejb.account;

import jakarta.ejb.EJBLocalObject;

/** An entry of an account, with a key of two fields. */
public interface Entry extends EJBLocalObject {
    String getText();

    void setText(String text);
}
