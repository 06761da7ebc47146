package io.keelson.ejb.war;

import jakarta.ejb.Stateless;

/** A bean that breaks a rule. */
@Stateless
public final class Broken {
    public void call() {}
}
