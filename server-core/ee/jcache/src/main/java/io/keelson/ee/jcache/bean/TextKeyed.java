package io.keelson.ee.jcache.bean;

/** A cache whose keys are texts, as those of the domain are. A key that the annotations generate is put there as its text. */
public interface TextKeyed {}
