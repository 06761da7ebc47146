package io.keelson.ee.cdi.webapp;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Needs what no bean is. */
@ApplicationScoped
public class Needy {
    /** No class of the application implements it. */
    public interface Visit {}

    @Inject
    Visit visit;
}
