package io.keelson.ejb.alarm;

import java.io.Serializable;

/** A key whose field is private, so that rows have it in its serialised form. */
public record AlarmKey(String name, String again) implements Serializable {}
