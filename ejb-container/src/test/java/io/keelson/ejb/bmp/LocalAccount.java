package io.keelson.ejb.bmp;

import jakarta.ejb.EJBLocalObject;

/** A local component interface of an entity bean. */
public interface LocalAccount extends EJBLocalObject {
    int balance();

    void deposit(int amount);

    void fail();

    void mandatory();

    int comeBack();

    String owner() throws Refused;

    int depositAndCount(int amount);
}
