package io.keelson.ejb.modules;

import jakarta.ejb.Stateless;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;

/** A session bean of an archive that is no bean archive: injected all the same. */
@Stateless
public class Hidden {
    @Inject
    private BeanManager manager;

    /** Returns the number of beans of CDI that this class makes. */
    public int beans() {
        return manager.getBeans(Hidden.class).size();
    }
}
