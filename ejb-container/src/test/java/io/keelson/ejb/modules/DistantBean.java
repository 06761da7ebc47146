package io.keelson.ejb.modules;

import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** A bean that uses a bean of the request. */
@Stateless
@Remote(Distant.class)
public class DistantBean implements Distant {
    @Inject
    private Slip slip;

    @Override
    public int slip() {
        int first = slip.number();
        int second = slip.number();
        return first == second ? first : -1;
    }
}
