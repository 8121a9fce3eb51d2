
TEST_CASE("what is counted stands in the singular once, else in the plural") {
  CHECK(counted(0, "trial") == "0 trials");
  CHECK(counted(1, "trial") == "1 trial");
  CHECK(counted(2, "entry") == "2 entries");
  CHECK(counted(2, "play") == "2 plays");
  CHECK(counted(1, "trial is", "trials are") == "1 trial is");
  CHECK(counted(3, "trial is", "trials are") == "3 trials are");
}
