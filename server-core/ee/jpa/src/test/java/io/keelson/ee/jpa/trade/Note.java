package io.keelson.ee.jpa.trade;

import jakarta.persistence.Entity;
import java.util.UUID;

/** An entity whose UUID is generated as the provider likes. */
@Entity
public class Note extends Numbered<UUID> {}
