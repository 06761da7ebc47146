package keeping;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Crate {
    @Id
    int id;

    Box box;
}
