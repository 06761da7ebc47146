package desk;

import jakarta.ejb.Remote;

/** A bean that tells its caller's name. */
@Remote
public interface Who {
    String calls();
}
