package iiop;

import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;

/** A bean without a home. */
@Stateless
@Remote(Clock.class)
public class ClockBean implements Clock {
    @Override
    public long plus(long time) {
        return time + 1;
    }
}
