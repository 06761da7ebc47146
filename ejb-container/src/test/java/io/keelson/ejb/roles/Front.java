package io.keelson.ejb.roles;

import jakarta.annotation.security.RunAs;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;

/** Calls another bean in a role. */
@Stateless
@RunAs("teller")
public class Front {
    @EJB
    private Vault vault;

    public String open() {
        return vault.open();
    }
}
