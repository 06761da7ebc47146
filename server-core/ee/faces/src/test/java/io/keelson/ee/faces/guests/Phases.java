package io.keelson.ee.faces.guests;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.event.PhaseEvent;
import jakarta.faces.event.PhaseId;
import jakarta.faces.event.PhaseListener;
import jakarta.inject.Named;

/** Listens to the phases of one view, and to those of all. */
@Named
@RequestScoped
public class Phases implements PhaseListener {
    private static final long serialVersionUID = 1L;
    private String seen = "";

    public void before(PhaseEvent event) {
        seen = event.getPhaseId().getName();
    }

    public String getSeen() {
        return seen;
    }

    @Override
    public PhaseId getPhaseId() {
        return PhaseId.ANY_PHASE;
    }
}
