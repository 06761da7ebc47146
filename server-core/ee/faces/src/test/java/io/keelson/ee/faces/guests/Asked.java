package io.keelson.ee.faces.guests;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.annotation.ManagedProperty;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/** Says by one annotation alone that it needs Faces. */
@Named
@RequestScoped
public class Asked {
    @Inject
    @ManagedProperty("#{param.who}")
    private String who;

    public String getWho() {
        return who;
    }
}
